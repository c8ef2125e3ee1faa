// Generates the types of the console's operations: a .ts file beside each web/**/*.graphql.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { relative, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from "graphql";

const NOTE = "// Made by npm run web:types from the file beside it; do not edit.\n";

/** Collects the fragments that a definition uses, directly or through other fragments. */
const collectFragments = (
  node: OperationDefinitionNode | FragmentDefinitionNode,
  all: Map<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> => {
  visit(node, {
    FragmentSpread: ({ name }) => {
      const fragment = all.get(name.value);
      if (fragment && !found.has(fragment)) collectFragments(fragment, all, found.add(fragment));
    },
  });
  return found;
};

/** Builds a constant for each operation: its text, typed with the variables and the result. */
const buildConstants = (document: DocumentNode, file: string): string => {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const lines = document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const name = node.name!.value;
    const kind = node.operation === OperationTypeNode.QUERY ? "Query" : "Mutation";
    const text = [node, ...collectFragments(node, fragments)].map(print).join("\n");
    const type = `Operation<${name}${kind}, ${name}${kind}Variables>`;
    return [`export const ${name} = ${JSON.stringify(stripIgnoredCharacters(text))} as ${type};\n`];
  });
  const operation = relative(dirname(file), "web/lib/operation.js").replace(/^(?!\.)/, "./");
  return `import type { Operation } from ${JSON.stringify(operation)};\n\n${lines.join("")}`;
};

/** Builds the text of every generated file by path. Run from the project's root. */
export const buildWebTypes = async (): Promise<Record<string, string>> => {
  const schema = parse(readFileSync("graph/schema.graphql", "utf8"));
  const files: Record<string, string> = {};
  for (const location of globSync("web/**/*.graphql").toSorted()) {
    const document = parse(readFileSync(location, "utf8"));
    const types = await codegen({
      schema,
      documents: [{ location, document }],
      filename: `${location}.ts`,
      config: {
        scalars: {
          DateTime: "string",
          DateFrom: "string",
          DateTo: "string",
          Day: "string",
          JSON: "unknown",
        },
      },
      plugins: [{ operations: {} }],
      pluginMap: { operations },
    });
    files[`${location}.ts`] = `${NOTE}${buildConstants(document, location)}\n${types.trim()}\n`;
  }
  return files;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [file, text] of Object.entries(await buildWebTypes())) writeFileSync(file, text);
