import { pinyin } from 'pinyin-pro'

/** Syllables of a text without tones; letters and digits stay as they are. */
function syllables(text: string): string[] {
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map((one) =>
    one.toLowerCase().replace(/[^a-z0-9]/g, ''),
  )
}

/** Merges sounds that many speakers and input methods do not distinguish: zh and z, ng and n. */
export const mergeSimilarSounds = (spelled: string) =>
  spelled
    .replace(/([zcs])h/g, '$1')
    .replace(/([aei])ng/g, '$1n')
    .replace(/^n(?=[aeiouv])/, 'l')

export interface Sounds {
  /** Full pinyin, such as shujujiegou. */
  spelled: string
  /** First letters of the pinyin, such as sjjg. */
  initials: string
  /** Full pinyin with similar sounds merged. */
  blurred: string
}

export function soundsOf(term: string): Sounds {
  const all = syllables(term)
  return {
    spelled: all.join(''),
    initials: all.map((one) => (/^\d/.test(one) ? one : one.slice(0, 1))).join(''),
    blurred: all.map(mergeSimilarSounds).join(''),
  }
}
