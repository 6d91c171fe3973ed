import { pinyin } from 'pinyin-pro'

const han = /\p{Script=Han}/u

/** Returns the pinyin of a name: first letters (`sjjg`) and full spelling (`shujujiegou`). */
export function initialsOf(name: string): string[] {
  if (!han.test(name)) return []
  const spelled = (pattern: 'first' | 'pinyin') =>
    pinyin(name, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
      .join('')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  return [spelled('first'), spelled('pinyin')]
}
