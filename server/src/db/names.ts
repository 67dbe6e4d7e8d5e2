/** A name as it is written in SQL: quoted only where it has to be, because people read and copy these statements. */
export const quoteName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
