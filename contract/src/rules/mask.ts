/** A mobile number as it is shown: first three digits, four asterisks, last four. */
export function maskMobile(mobile: string): string {
  return mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')
}
