import type { Images, SourcePart, SourceQuestion } from '../model'

/** A question to be written, with the pictures its Markdown names. */
export interface ToWrite {
  question: SourceQuestion
  images: Images
}

/** What a format made of a question, and what it could not say. */
export interface Written {
  text: string
  losses: string[]
}

const picture = /!\[((?:\\.|[^\]\\])*)\]\(([^)\s]+)\)/g

/** The names of the pictures in a text. */
export const pictureNames = (markdown: string) => [...markdown.matchAll(picture)].map(([, , name = '']) => name)

export const renamePictures = (markdown: string, rename: (name: string) => string) =>
  markdown.replace(picture, (_, alt: string, name: string) => `![${alt}](${rename(name)})`)

export const hasPictures = (question: SourceQuestion) => /!\[[^\]]*\]\([^)]+\)/.test(JSON.stringify(question))

export const someFixed = (options: Extract<SourcePart, { options: unknown }>['options']) => {
  const fixed = options.filter((option) => option.fixed).length
  return fixed > 0 && fixed < options.length
}

export const isNumeric = (part: Extract<SourcePart, { type: 'blank' }>['blanks'][number]) =>
  part.every((accepted) => 'value' in accepted)
export const isText = (part: Extract<SourcePart, { type: 'blank' }>['blanks'][number]) =>
  part.every((accepted) => 'text' in accepted)
