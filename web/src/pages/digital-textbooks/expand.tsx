import { Reader } from '../../features/reader/reader'

/**
 * Page of an extra reading: shown like a chapter; 下一章 leads to the chapter after the one that the extra reading
 * belongs to.
 */
export default function TextbookExpandPage() {
  return <Reader kind="textbook" />
}
