/** What other modules may use: cards of curricula, the routes that open them, and links to print. */
export { type Card, cardOf, cardsById, onSale, ownedBy, selectCards, type Viewer } from './cards'
export { encryptParam, type PrintedPlace } from './codes'
export { chapterLink, detailsLink } from './links'
export { curriculumByUid, latestProgress, visible } from './queries'
export type { ChapterKind } from './schema'
