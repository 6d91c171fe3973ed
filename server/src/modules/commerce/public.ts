/** Exports the account data handler. Jobs, routes, commands and the seed import their files directly. */
export { commerceAccountData } from './account-data'
export { invoiceDetail, refundDetail } from './staff-handlers'
