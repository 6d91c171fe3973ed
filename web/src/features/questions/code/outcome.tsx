import type { ReactNode } from 'react'
import type { OutcomeProps } from '../definition'
import { ResultSection } from '../result-section'
import { RichText } from '../rich-text'
import type { CodeAnswer, CodeKey, CodePart } from './field'
import { CodeTests } from './tests'

export function CodeOutcome({ answerKey }: OutcomeProps<CodePart, CodeKey>) {
  return (
    <>
      <CodeTests answerKey={answerKey} />
      {answerKey.solution && (
        <ResultSection title="参考程序">
          <RichText html={answerKey.solution} />
        </ResultSection>
      )}
    </>
  )
}

/** 背题: fills in no answer, because the solution is shown below the question. */
export const reciteCode = (key: CodeKey) => ({ answer: null, key })

export const PrintCode = ({ answer = <div className="h-32" /> }: { answer?: ReactNode }) => answer

export const printedSource = (_part: unknown, { source }: CodeAnswer) => (
  <pre className="mt-1 font-mono text-12 leading-normal wrap-anywhere whitespace-pre-wrap">{source}</pre>
)

export const printedCode = () => ''
