/** Exports for other modules. Jobs, routes, commands and the seed data import the files directly. */
export { commerceAccountData } from './account-data'
export { invoiceDetail, refundDetail } from './staff-handlers'
