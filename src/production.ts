// The first import: libraries, above all GraphQL, add development checks unless NODE_ENV is set when
// they load.
process.env["NODE_ENV"] ??= "production";
