// Imported before all else: libraries, GraphQL first, check themselves at every step unless they are told
// as they load that this is no development.
process.env["NODE_ENV"] ??= "production";
