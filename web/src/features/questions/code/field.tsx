import type { AnswerKey, PartAnswer, PublicPart } from '@dxx/contract/questions'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton'
import type { FieldProps, Progress } from '../definition'

export type CodePart = Extract<PublicPart, { type: 'code' }>
export type CodeAnswer = Extract<PartAnswer, { type: 'code' }>
export type CodeKey = Extract<AnswerKey, { type: 'code' }>

const CodeEditor = lazy(async () => ({ default: (await import('./editor')).CodeEditor }))

export function CodeField({ part, answer, readOnly, pageKeys, onAnswer }: FieldProps<CodePart, CodeAnswer, CodeKey>) {
  return (
    <Suspense fallback={<Skeleton className="h-64 w-full" />}>
      <CodeEditor
        question={part}
        source={answer?.source ?? part.starter}
        readOnly={readOnly}
        keepsPlace={pageKeys}
        onChange={(source) => onAnswer(source === part.starter ? null : { type: 'code', source })}
      />
    </Suspense>
  )
}

export const codeProgress = ({ starter }: CodePart, { source }: CodeAnswer): Progress =>
  source.trim() && source !== starter ? 'done' : 'none'
