/** Exports for other modules: cards, routes and printed links. */

export type { ChapterKind } from '../../db/schema/catalogue'
export {
  type Card,
  cardOf,
  cardsById,
  kindIsShown,
  onSale,
  ownedBy,
  selectCards,
  type Viewer,
} from './cards'
export { itemBrief, searchItems } from './item-briefs'
export { chapterLink, detailsLink } from './links'
export { encryptParam } from './printed-codes'
export { curriculumByUid, type LatestProgress, latestProgress, selectLatestProgress, visible } from './queries'
export { becauseOf, listHomeSections, type SharedSection, sharedCard } from './store-sections'
export { totalPercent } from './total-percent'
