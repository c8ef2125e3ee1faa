// Runs many command lines in one process, because starting each would dominate a test's time. Reads them as JSON and
// writes their results as JSON.
const lines = JSON.parse(process.argv[2]!) as { args: string[]; env: Record<string, string> }[];
const BUNDLE = new URL("../../../bundle/node/program/main.js", import.meta.url).href;
const { main } = (await import(BUNDLE)) as { main: (args: string[]) => Promise<void> };
const before = process.env;
const outcomes: { code: unknown; stdout: string; stderr: string }[] = [];
const write = process.stdout.write.bind(process.stdout);
for (const { args, env } of lines) {
  process.env = { ...before, ...env };
  process.exitCode = 0;
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    process[stream].write = (text: string) => {
      output[stream] += text;
      return true;
    };
  await main(args);
  outcomes.push({ code: process.exitCode, ...output });
}
process.exitCode = 0;
write(JSON.stringify(outcomes));
