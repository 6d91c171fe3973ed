import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Narrator, useNarration } from './narrator'
import { sentenceFrom, spokenSentences } from './sentences'
import { chooseVoice, type Voice } from './voice'

/** Voice that reports progress when the test calls it. */
class StandInVoice implements Voice {
  spoken: string[] = []
  private done: ((isRead: boolean) => void) | null = null
  isAvailable = () => true
  subscribe = () => () => {}
  speak(text: string, rate: number, done: (isRead: boolean) => void) {
    this.spoken.push(`${text} ${rate}`)
    this.done = done
  }
  stop() {
    this.done = null
  }
  end(isRead = true) {
    const { done } = this
    this.done = null
    done?.(isRead)
  }
}

const sentences = ['一。', '二。', '三。'].map((spoken, place) => ({ start: place * 2, end: place * 2 + 2, spoken }))
let voice: StandInVoice
let narrator: Narrator

beforeEach(() => {
  voice = new StandInVoice()
  narrator = new Narrator(voice)
})
afterEach(() => {
  narrator.stop()
  narrator.setRate(1)
  vi.useRealTimers()
})

const now = () => useNarration.getState()

it('reading aloud starts at the sentence of the position and marks each sentence', () => {
  narrator.start({ id: 'a', sentences }, 3)
  expect(voice.spoken).toEqual(['二。 1'])
  expect(now()).toMatchObject({ phase: 'playing', sentence: { chapterId: 'a', start: 2, end: 4 } })
  voice.end()
  expect(now().sentence).toMatchObject({ start: 4 })
})

it('the next chapter is opened at the end of a chapter and read from its beginning', () => {
  const open = vi.fn()
  narrator.start({ id: 'a', sentences: sentences.slice(0, 1), next: { id: 'b', open } }, 0)
  voice.end()
  expect(open).toHaveBeenCalledOnce()
  narrator.show({ id: 'b', sentences })
  expect(now()).toMatchObject({ phase: 'playing', sentence: { chapterId: 'b', start: 0 } })
})

it('opening another chapter by hand ends the reading aloud', () => {
  narrator.start({ id: 'a', sentences }, 0)
  narrator.show({ id: 'c', sentences })
  expect(now().phase).toBe('off')
})

it('after a pause the sentence is read again, and a new speed applies at once', () => {
  narrator.start({ id: 'a', sentences }, 0)
  voice.end()
  narrator.toggle()
  expect(now().phase).toBe('paused')
  narrator.toggle()
  narrator.setRate(1.5)
  expect(voice.spoken).toEqual(['一。 1', '二。 1', '二。 1', '二。 1.5'])
})

it('the stop timer pauses the reading after its minutes or at the end of the chapter', () => {
  vi.useFakeTimers()
  narrator.start({ id: 'a', sentences }, 0)
  narrator.setTimer('15')
  vi.advanceTimersByTime(15 * 60_000)
  expect(now()).toMatchObject({ phase: 'paused', timer: 'off' })
  const open = vi.fn()
  narrator.start({ id: 'a', sentences: sentences.slice(0, 1), next: { id: 'b', open } }, 0)
  narrator.setTimer('chapter')
  voice.end()
  expect(open).not.toHaveBeenCalled()
  expect(now()).toMatchObject({ phase: 'paused', timer: 'off' })
})

it('a voice that fails three times in a row pauses with a message', () => {
  narrator.start({ id: 'a', sentences: [...sentences, ...sentences] }, 0)
  for (let time = 0; time < 3; time++) voice.end(false)
  expect(now()).toMatchObject({ phase: 'paused', problem: '朗读中断了，点播放再试' })
})

it('a chapter is divided into sentences without code, tables and formula sources', () => {
  const texts = [
    ['p', '栈是什么？它“后进先出。”设 $x^2$ 为长度。'],
    ['pre', 'print(1)'],
    ['p', '……'],
    ['p', `${'长句子没有句号，'.repeat(20)}完`],
  ] as const
  let at = 0
  const paragraphs = texts.map(([tag, text]) => {
    const start = at
    at += text.length + 1
    return { pid: '', element: document.createElement(tag), start, end: start + text.length }
  })
  const text = texts.map(([, one]) => one).join('\n')
  const found = spokenSentences({ text, paragraphs })
  expect(found.slice(0, 4).map(({ spoken }) => spoken)).toEqual([
    '栈是什么？',
    '它“后进先出。”',
    '设 公式 为长度。',
    '这里是一段代码。',
  ])
  expect(Math.max(...found.map(({ spoken }) => spoken.length))).toBeLessThanOrEqual(90)
  expect(
    found
      .slice(4)
      .map(({ start, end }) => text.slice(start, end))
      .join(''),
  ).toBe(texts[3][1])
  expect(sentenceFrom(found, 6)).toBe(1)
  expect(sentenceFrom(found, 99_999)).toBe(found.length - 1)
})

it('a Mandarin voice on the device is preferred, and other languages are never used', () => {
  const voice = (lang: string, localService: boolean) => ({ lang, localService }) as SpeechSynthesisVoice
  const all = [voice('en-US', true), voice('zh-HK', true), voice('zh-CN', false), voice('zh_CN', true)]
  expect(chooseVoice(all)).toBe(all[3])
  expect(chooseVoice(all.slice(0, 2))).toBe(all[1])
  expect(chooseVoice(all.slice(0, 1))).toBeUndefined()
})
