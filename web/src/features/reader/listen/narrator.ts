import { create } from 'zustand'
import { readStored, writeStored } from '../../../state/local-storage'
import { type Sentence, sentenceFrom } from './sentences'
import { browserVoice, type Voice } from './voice'

/** A chapter that can be read aloud. */
export interface NarratedChapter {
  id: string
  sentences: readonly Sentence[]
  /** Opens the next chapter; undefined for the last one. */
  next?: { id: string; open(): void }
}

/** When reading aloud stops by itself: never, after minutes, or at the end of the chapter. */
export type StopTimer = 'off' | '15' | '30' | '60' | 'chapter'
export const stopTimers: readonly StopTimer[] = ['off', '15', '30', '60', 'chapter']

export const rates = [0.75, 1, 1.25, 1.5, 2] as const
export type Rate = (typeof rates)[number]

export interface Narration {
  phase: 'off' | 'playing' | 'paused'
  /** Sentence that is being read, with its chapter. */
  sentence: (Pick<Sentence, 'start' | 'end'> & { chapterId: string }) | null
  rate: Rate
  timer: StopTimer
  /** Why reading stopped by itself; empty if it did not. */
  problem: string
}

const rateKey = 'dxx-listen-rate'
/** Failures in a row after which the voice is considered broken. */
const mostFailures = 3

export const useNarration = create<Narration>()(() => ({
  phase: 'off',
  sentence: null,
  rate: rates.find((rate) => String(rate) === readStored(rateKey)) ?? 1,
  timer: 'off',
  problem: '',
}))

/** Reads chapters aloud, sentence by sentence. One per window, because a device has one voice. */
export class Narrator {
  private chapter: NarratedChapter | null = null
  private place = 0
  private failures = 0
  /** Id of the chapter that is opening, at which the reading continues; null if it waits for no chapter. */
  private awaited: string | null = null
  private clock: ReturnType<typeof setTimeout> | undefined

  constructor(readonly voice: Voice) {}

  /** Starts at a character of a chapter. */
  start(chapter: NarratedChapter, offset: number): void {
    this.chapter = chapter
    this.failures = 0
    this.play(sentenceFrom(chapter.sentences, offset))
  }

  /** Sets the chapter that is shown. An awaited chapter is read from its beginning. */
  show(chapter: NarratedChapter): void {
    if (this.awaited === chapter.id) {
      this.awaited = null
      this.start(chapter, 0)
    } else if (this.chapter?.id === chapter.id) this.chapter = chapter
    else if (this.chapter) this.stop()
  }

  toggle(): void {
    if (useNarration.getState().phase === 'playing') this.pause()
    else this.play(this.place)
  }

  pause(): void {
    this.voice.stop()
    // Without a chapter the reading cannot continue: the next chapter did not open.
    if (this.chapter) useNarration.setState({ phase: 'paused' })
  }

  /** Moves by sentences. */
  step(by: 1 | -1): void {
    if (this.chapter) this.play(Math.max(0, this.place + by))
  }

  setRate(rate: Rate): void {
    writeStored(rateKey, String(rate))
    useNarration.setState({ rate })
    if (useNarration.getState().phase === 'playing') this.play(this.place)
  }

  setTimer(timer: StopTimer): void {
    clearTimeout(this.clock)
    useNarration.setState({ timer })
    if (timer === 'off' || timer === 'chapter') return
    this.clock = setTimeout(() => {
      useNarration.setState({ timer: 'off' })
      this.pause()
    }, Number(timer) * 60_000)
  }

  stop(): void {
    this.chapter = null
    this.awaited = null
    clearTimeout(this.clock)
    this.voice.stop()
    useNarration.setState({ phase: 'off', sentence: null, timer: 'off', problem: '' })
  }

  private play(place: number): void {
    const { chapter } = this
    if (!chapter) return
    const sentence = chapter.sentences[place]
    if (!sentence) {
      this.finishChapter(chapter)
      return
    }
    this.place = place
    this.voice.stop()
    const { start, end } = sentence
    useNarration.setState({ phase: 'playing', sentence: { chapterId: chapter.id, start, end }, problem: '' })
    this.voice.speak(sentence.spoken, useNarration.getState().rate, (isRead) => this.finished(isRead))
  }

  private finished(isRead: boolean): void {
    this.failures = isRead ? 0 : this.failures + 1
    if (this.failures < mostFailures) {
      this.play(this.place + 1)
      return
    }
    this.pause()
    useNarration.setState({ problem: '朗读中断了，点播放再试' })
    this.failures = 0
  }

  private finishChapter({ next }: NarratedChapter): void {
    const { timer } = useNarration.getState()
    this.voice.stop()
    if (next && timer !== 'chapter') {
      this.awaited = next.id
      next.open()
      return
    }
    this.place = 0
    useNarration.setState({ phase: 'paused', timer: timer === 'chapter' ? 'off' : timer })
  }
}

export const narrator = new Narrator(browserVoice)
