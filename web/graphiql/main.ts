import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import "graphiql/style.css";
import "./page.css";

const { editor, json, graphql } = document.body.dataset;
const workers: Record<string, string | undefined> = { json, graphql };

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_: string, label: string) =>
      new Worker(workers[label] ?? editor!, { type: "module" }),
  },
});

const QUERY = `# The newest recordings. Everything there is to ask is in the documentation on the left.
{
  recordings(first: 5) {
    nodes { id name createdAt userEmail }
    nextCursor
  }
}
`;

const root = createRoot(document.querySelector("#graphiql")!);

/** Without a token the browser sends the console's cookie, which counts for nobody who sends one. */
const show = (token: string): void => {
  const fetcher = createGraphiQLFetcher({
    url: "graphql",
    headers: token === "" ? {} : { authorization: `Bearer ${token}` },
  });
  // What is asked about customers is not kept for whoever opens this browser next.
  const storage = sessionStorage;
  root.render(createElement(GraphiQL, { key: token, fetcher, storage, defaultQuery: QUERY }));
};

const token = document.querySelector("input")!;
document.querySelector("form")!.addEventListener("submit", (event) => {
  event.preventDefault();
  show(token.value.trim());
});
show("");
