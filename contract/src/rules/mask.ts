/** Masks a mobile number: first three digits, four asterisks, last four. */
export function maskMobile(mobile: string): string {
  return mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')
}
