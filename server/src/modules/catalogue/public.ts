/** Exports for other modules: cards, routes and printed links. */

export type { ChapterKind } from '../../db/schema/catalogue'
export { type Card, cardOf, cardsById, kindIsShown, onSale, ownedBy, selectCards, type Viewer } from './cards'
export { encryptParam } from './printed-codes'
export { chapterLink, detailsLink } from './links'
export { curriculumByUid, latestProgress, visible } from './queries'
export { homeShelves } from './store-sections'
export { totalPercent } from './total-percent'
