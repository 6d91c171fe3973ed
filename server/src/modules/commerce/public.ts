/** What the rest of the server uses: the account's part. Jobs, routes, commands and the seed name their files. */
export { commercePart } from './part'
