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

const QUERY = `# The newest recordings. The documentation on the left lists all queries and mutations.
{
  recordings(first: 5) {
    nodes { id name createdAt userEmail }
    nextCursor
  }
}
`;

const root = createRoot(document.querySelector("#graphiql")!);

/** Without a token, requests use the console's cookie. The server ignores the cookie if a token is present. */
const renderGraphiql = (token: string): void => {
  const fetcher = createGraphiQLFetcher({
    url: "graphql",
    headers: token === "" ? {} : { authorization: `Bearer ${token}` },
  });
  // Queries may contain customer data, so they must not outlive the tab.
  const storage = sessionStorage;
  root.render(createElement(GraphiQL, { key: token, fetcher, storage, defaultQuery: QUERY }));
};

const token = document.querySelector("input")!;
document.querySelector("form")!.addEventListener("submit", (event) => {
  event.preventDefault();
  renderGraphiql(token.value.trim());
});
renderGraphiql("");
