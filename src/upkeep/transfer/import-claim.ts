import type { Db } from "../../../db/engine/connect.js";
import {
  deleteMaintenanceMark,
  listMaintenanceMarks,
  renewMaintenanceMark,
  upsertMaintenanceMark,
} from "../../../db/engine/maintenance.js";
import { deleteOrganizationRows } from "../../../db/schema/tables.js";
import { transact } from "../../../db/engine/write.js";
import { hasApiKey } from "../../../db/organizations/api-keys.js";
import { isUnderWay } from "../maintenance/maintenance.js";
import { createOwner, retireOwner } from "../../base/workers/owner.js";
import type { ExportHeader } from "./export-lines.js";
import { ImportError } from "./parse-line.js";

const purpose = "import";

/** Marks an organization as incomplete: no job sees it until the import has ended. */
export class ImportClaim {
  readonly #owner = createOwner();

  private constructor(
    private readonly db: Db,
    private readonly organizationId: string,
    private readonly now: () => number,
  ) {}

  /** Claims the organization and deletes the rows that an interrupted import left. @throws ImportError */
  static async acquire(
    db: Db,
    { organization: { id, name } }: ExportHeader,
    now: () => number,
  ): Promise<ImportClaim> {
    const claim = new ImportClaim(db, id, now);
    const isActive = (marks: Awaited<ReturnType<typeof listMaintenanceMarks>>): boolean =>
      marks.some((mark) => isUnderWay(mark, now()));
    await transact(db, async (trx) => {
      const own = (await listMaintenanceMarks(trx, purpose)).filter(
        ({ organizationId }) => organizationId === id,
      );
      if (isActive(own))
        throw new ImportError(`another process is importing the organization "${name}" (${id})`);
      if (own.length === 0 && (await hasApiKey(trx, id)))
        throw new ImportError(`the organization "${name}" (${id}) exists already`);
      if (isActive(await listMaintenanceMarks(trx, "search")))
        throw new ImportError("the search index is being rebuilt; import when that has ended");
      await upsertMaintenanceMark(trx, claim.#buildMark());
    });
    await deleteOrganizationRows(db, id);
    return claim;
  }

  #buildMark() {
    const { organizationId, now } = this;
    return { organizationId, purpose, owner: this.#owner, renewedAt: now() } as const;
  }

  /** Records the import's progress. Call it inside each of its changes. @throws ImportError if it lost the claim */
  async renew(trx: Db): Promise<void> {
    if (!(await renewMaintenanceMark(trx, this.#buildMark())))
      throw new ImportError("another process has started the same import");
  }

  /** Makes the organization visible. Call it inside the last change. @throws ImportError if it lost the claim */
  async complete(trx: Db): Promise<void> {
    if (!(await deleteMaintenanceMark(trx, this.organizationId, this.#buildMark())))
      throw new ImportError("another process has started the same import");
  }

  /** Deletes the imported rows, then the mark. If this fails, the next import deletes the rest. */
  async undo(): Promise<void> {
    const { db, organizationId } = this;
    try {
      if (!(await renewMaintenanceMark(db, this.#buildMark()))) return;
      await deleteOrganizationRows(db, organizationId);
      await deleteMaintenanceMark(db, organizationId, this.#buildMark());
    } catch {
      // The caller reports why the import failed, which also caused this error.
    }
  }

  /** Releases the claim of this process. */
  retire(): void {
    retireOwner(this.#owner);
  }
}
