import "reflect-metadata";
import { getMetadataStorage } from "type-graphql";
import type { Requirement } from "../../../graph/access/access.js";

/** Lists the fields of queries and objects that callers may not ask for who have a role, or a key with a scope. */
export const listClosedFields = (requirement: Requirement): Set<string> =>
  new Set(
    getMetadataStorage()
      .authorizedFields.filter(({ roles }) => !(roles as Requirement[]).includes(requirement))
      .map(({ fieldName }) => fieldName),
  );
