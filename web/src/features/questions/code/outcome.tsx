import type { OutcomeProps } from '../definition'
import { ResultSection } from '../result-section'
import { RichText } from '../rich-text'
import type { CodeKey, CodePart } from './field'
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

export const PrintCode = () => <div className="h-32" />

export const printedCode = () => ''
