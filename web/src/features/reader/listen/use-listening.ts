import type { Chapter } from '@dxx/contract/calls/study'
import { type RefObject, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import type { ChapterHandle } from '../chapter-view'
import type { TextIndex } from '../text/text-index'
import { leaveLockScreen, showOnLockScreen } from './media-session'
import { narrator, useNarration } from './narrator'
import { spokenSentences } from './sentences'
import { browserVoice } from './voice'

interface ListeningOptions {
  chapter: Chapter
  index: TextIndex | undefined
  handle: RefObject<ChapterHandle | null>
  /** Offset of the first visible character, at which the reading starts. */
  from: number
  onOpen(chapterId: string, to: 'start'): void
}

/** 听书: reads the chapter aloud, marks the sentence, turns to it and continues with the next chapter. */
export function useListening({ chapter, index, handle, from, onOpen }: ListeningOptions) {
  const isAvailable = useSyncExternalStore(browserVoice.subscribe, browserVoice.isAvailable)
  const phase = useNarration((state) => state.phase)
  const sentence = useNarration((state) => state.sentence)
  const isOn = phase !== 'off'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onOpen` is new in every render and always does the same
  const narrated = useMemo(() => {
    if (!isOn || !index) return null
    const { next } = chapter
    const open = next && !next.locked && chapter.kind !== 'expand' ? next : undefined
    return {
      id: chapter.id,
      sentences: spokenSentences(index),
      ...(open && { next: { id: open.id, open: () => onOpen(open.id, 'start') } }),
    }
  }, [isOn, index, chapter])

  useEffect(() => {
    if (narrated) narrator.show(narrated)
  }, [narrated])

  const here = isOn && sentence?.chapterId === chapter.id ? sentence : null
  const follow = useEffectEvent((start: number, end: number) => handle.current?.follow(start, end))
  useEffect(() => {
    if (here) follow(here.start, here.end)
  }, [here])

  useEffect(() => {
    if (phase === 'off') return
    showOnLockScreen(phase === 'playing', {
      title: chapter.title,
      book: chapter.curriculum.title,
      onToggle: () => narrator.toggle(),
      onStep: (by) => narrator.step(by),
      onStop: () => narrator.stop(),
    })
  }, [phase, chapter])

  useEffect(() => (isOn ? leaveLockScreen : undefined), [isOn])

  function start(): void {
    if (!index) return
    const sentences = spokenSentences(index)
    if (sentences.length > 0) narrator.start({ id: chapter.id, sentences }, from)
  }

  const toggle = () => (isOn ? narrator.stop() : start())
  return { listen: isAvailable ? { on: isOn, toggle } : undefined, spoken: here }
}

/**
 * Ends the reading aloud when the page is left. Between two chapters, which the reader loads one after another, it
 * continues.
 */
export function useStopOnLeave(): void {
  useEffect(() => () => narrator.stop(), [])
}
