import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton'
import type { FieldProps, Progress } from '../definition'
import { RichText } from '../rich-text'

export type CodePart = Extract<PublicPart, { type: 'code' }>
export type CodeAnswer = Extract<PartAnswer, { type: 'code' }>
export type CodeKey = Extract<AnswerKey, { type: 'code' }>

const CodeEditor = lazy(async () => ({ default: (await import('./editor')).CodeEditor }))

/** The editor; if the question fills the page, beside the task. */
export function CodeField(props: FieldProps<CodePart, CodeAnswer, CodeKey>) {
  const { part, answer, readOnly, pageKeys, stemId, onAnswer } = props
  const stem = pageKeys ? <RichText id={stemId} html={part.stem} /> : undefined
  const waiting = (
    <div className="space-y-4">
      {stem}
      <Skeleton className="h-64 w-full" />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <CodeEditor
        question={part}
        source={answer?.source ?? part.starter}
        readOnly={readOnly}
        stem={stem}
        onChange={(source) => onAnswer(source === part.starter ? null : { type: 'code', source })}
      />
    </Suspense>
  )
}

export const codeProgress = ({ starter }: CodePart, { source }: CodeAnswer): Progress =>
  source.trim() && source !== starter ? 'done' : 'none'
