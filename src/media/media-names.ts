const ORGANIZATION_ID = /^[\w-]{1,64}$/;
const FILE = /^[0-9a-f]{32}$/;

/** Returns whether an organization's media can be in a directory of its id. Imported rows may have any id. */
export const isMediaDirectory = (organizationId: string): boolean =>
  ORGANIZATION_ID.test(organizationId);

/** Returns whether the name is one of a stored media file. */
export const isMediaFile = (name: string): boolean => FILE.test(name);
