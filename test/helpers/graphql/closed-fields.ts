import "reflect-metadata";
import { getMetadataStorage } from "type-graphql";
import type { Requirement } from "../../../graph/access/access.js";

/** Lists the query and object fields that callers with a role, or with a key scope, may not select. */
export const listClosedFields = (requirement: Requirement): Set<string> =>
  new Set(
    getMetadataStorage()
      .authorizedFields.filter(({ roles }) => !(roles as Requirement[]).includes(requirement))
      .map(({ fieldName }) => fieldName),
  );
