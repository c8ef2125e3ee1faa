import type { Tenant } from "../server.js";

export interface Template {
  id: string;
  name: string;
  questions: { id: string; question: string }[];
}

export const UPSERT_TEMPLATE = `mutation ($input: TemplateInput!) {
  template: upsertTemplate(input: $input) { id name questions { id question } }
}`;

/** Creates a template with these questions. */
export const createTemplate = async (org: Tenant, ...questions: string[]): Promise<Template> => {
  const input = { name: "Visit", questions: questions.map((question) => ({ question })) };
  return (await org.graphql(UPSERT_TEMPLATE, { input })).template;
};
