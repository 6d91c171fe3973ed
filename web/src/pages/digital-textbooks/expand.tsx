import { Reader } from '../../features/reader/reader'

/** Further reading: shown like a chapter; the next chapter is the one after the chapter it belongs to. */
export default function TextbookExpandPage() {
  return <Reader kind="textbook" />
}
