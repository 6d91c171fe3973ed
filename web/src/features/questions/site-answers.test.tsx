import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sampleQuestions } from './samples'
import { SiteAnswersLine } from './site-answers'

afterEach(cleanup)

const question = sampleQuestions.single
const second = 'options' in question ? question.options[1]!.id : ''

it('the line names the common wrong option by its letter on this paper', () => {
  render(
    <SiteAnswersLine
      question={question}
      site={{ answers: 41, right: 0.6098, trap: { option: second, share: 0.244 } }}
    />,
  )
  screen.getByText('61%')
  expect(screen.getByText('易错项').nextSibling?.textContent).toBe('B，24% 的人选过')
  screen.getByText('41 人第一次作答')
})

it('without a common wrong option the line shows only how many were right', () => {
  render(<SiteAnswersLine question={question} site={{ answers: 30, right: 1, trap: null }} />)
  screen.getByText('100%')
  expect(screen.queryByText('易错项')).toBeNull()
})
