import { Reader } from '../../features/reader/reader'

/** Further reading: shown like a chapter, but without links to a previous and next chapter. */
export default function TextbookExpandPage() {
  return <Reader kind="textbook" />
}
