/** Kind of text, and its calls for loading and progress. */
export type TextKind = 'ebook' | 'textbook'

export const textCalls = {
  ebook: { chapter: 'GET /v1/ebook_view_chapter', speed: 'POST /v1/ebook_speed' },
  textbook: { chapter: 'GET /v1/textbooks_view_chapter', speed: 'POST /v1/textbooks_speed' },
} as const satisfies Record<TextKind, object>
