import pg from 'pg'

const int8 = 20
const numeric = 1700

/** Reads int8 and numeric as numbers: ids, times and counts stay far below 2^53, and numeric stores percentages. */
export const numberParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig
