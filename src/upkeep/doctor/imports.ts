import {
  deleteMaintenanceMark,
  listMaintenanceMarks,
  type MaintenanceMark,
  takeOverMaintenanceMark,
} from "../../../db/engine/maintenance.js";
import { deleteOrganizationRows } from "../../../db/schema/tables.js";
import { isUnderWay } from "../maintenance/maintenance.js";
import { createOwner, retireOwner } from "../../base/workers/owner.js";
import type { Check } from "./check.js";

/** Finds organizations whose import was interrupted. They are hidden, and use space. */
export const importCheck: Check = {
  name: "imports",
  run: async ({ db, repair, now }) => {
    const interrupted = (await listMaintenanceMarks(db, "import")).filter(
      (mark) => !isUnderWay(mark, now()),
    );
    const remove = async (mark: MaintenanceMark): Promise<boolean> => {
      const { organizationId } = mark;
      const owner = createOwner();
      try {
        // A new import may have started meanwhile; none can start while the doctor holds the mark.
        if (!(await takeOverMaintenanceMark(db, mark, { owner, renewedAt: now() }))) return false;
        await deleteOrganizationRows(db, organizationId);
        return await deleteMaintenanceMark(db, organizationId, { purpose: "import", owner });
      } finally {
        retireOwner(owner);
      }
    };
    const problems = [];
    for (const mark of interrupted)
      problems.push({
        organization: mark.organizationId,
        message: "an import was interrupted; run it again, or repair: that deletes its rows",
        fix: "debrief doctor --repair",
        repaired: repair && (await remove(mark)),
      });
    return problems;
  },
};
