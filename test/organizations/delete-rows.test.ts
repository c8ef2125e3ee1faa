import { deleteOrganizationRows } from "../../db/schema/tables.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CLIENTS = 1_200;

const buildClients = ({ id }: Tenant): object[] =>
  Array.from({ length: CLIENTS }, (_, number) => ({
    id: `${id}-${number}`,
    organization_id: id,
    insights: "{}",
    created_at: 0,
    updated_at: 0,
  }));

test("an organization's rows are deleted by 500, so that other writers get their turn", async (t) => {
  const { server } = t.context;
  const { db } = server.services;
  const [deleted, kept] = [await server.createTenant(), await server.createTenant()];
  await db.batchInsert("clients", [...buildClients(deleted), ...buildClients(kept)], 100);
  let statements = 0;
  const onQuery = ({ sql }: { sql: string }): void => {
    if (/^delete from .clients/i.test(sql)) statements += 1;
  };
  db.on("query", onQuery);
  await deleteOrganizationRows(db, deleted.id);
  db.removeListener("query", onQuery);
  t.is(statements, 3);
  t.deepEqual(await db("clients").where("organization_id", deleted.id), []);
  t.is((await db("clients").where("organization_id", kept.id)).length, CLIENTS);
  t.is((await db("organizations").where("id", deleted.id)).length, 0);
});
