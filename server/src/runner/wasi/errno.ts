/** The error numbers of wasi_snapshot_preview1 that are used here. */
export const errno = {
  success: 0,
  badf: 8,
  exist: 20,
  inval: 28,
  isdir: 31,
  mfile: 33,
  nametoolong: 37,
  noent: 44,
  nospc: 51,
  nosys: 52,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  spipe: 70,
  notcapable: 76,
} as const

/** Thrown inside a WASI call and returned to the program as its error number. */
export class WasiError extends Error {
  constructor(readonly errno: number) {
    super(`errno ${errno}`)
  }
}
