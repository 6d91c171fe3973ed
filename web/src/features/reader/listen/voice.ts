/** Voice that reads sentences aloud. Tests use a stand-in; the product uses the browser's speech synthesis. */
export interface Voice {
  /** Whether the device has a Chinese voice. */
  isAvailable(): boolean
  /** Calls the listener when the list of voices has changed, because browsers load voices late. */
  subscribe(listener: () => void): () => void
  /** Reads a text and calls `done` once: false if the voice failed. Not called after `stop`. */
  speak(text: string, rate: number, done: (isRead: boolean) => void): void
  stop(): void
}

const synthesis = (): SpeechSynthesis | undefined =>
  typeof SpeechSynthesisUtterance === 'undefined' ? undefined : globalThis.speechSynthesis

const isChinese = ({ lang }: SpeechSynthesisVoice) => /^(zh|cmn)([-_]|$)/i.test(lang)

/** Prefers Mandarin voices that work offline: others stop when the network is lost. */
export function chooseVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | undefined {
  const isMandarin = ({ lang }: SpeechSynthesisVoice) => !/hk|yue|tw/i.test(lang)
  const rank = (voice: SpeechSynthesisVoice) => (isMandarin(voice) ? 2 : 0) + (voice.localService ? 1 : 0)
  return voices.filter(isChinese).sort((a, b) => rank(b) - rank(a))[0]
}

/**
 * The utterance being read. Referenced here, because some browsers otherwise garbage-collect it and never report its
 * end.
 */
let current: SpeechSynthesisUtterance | null = null

export const browserVoice: Voice = {
  isAvailable: () => chooseVoice(synthesis()?.getVoices() ?? []) !== undefined,
  subscribe: (listener) => {
    const speech = synthesis()
    speech?.addEventListener?.('voiceschanged', listener)
    return () => speech?.removeEventListener?.('voiceschanged', listener)
  },
  speak: (text, rate, done) => {
    const speech = synthesis()
    if (!speech) return done(false)
    const utterance = new SpeechSynthesisUtterance(text)
    const voice = chooseVoice(speech.getVoices())
    utterance.lang = voice?.lang ?? 'zh-CN'
    if (voice) utterance.voice = voice
    utterance.rate = rate
    const finish = (isRead: boolean) => {
      // A stopped utterance also reports its end, which is ignored.
      if (current !== utterance) return
      current = null
      done(isRead)
    }
    utterance.onend = () => finish(true)
    utterance.onerror = () => finish(false)
    current = utterance
    speech.speak(utterance)
  },
  stop: () => {
    current = null
    synthesis()?.cancel()
  },
}
