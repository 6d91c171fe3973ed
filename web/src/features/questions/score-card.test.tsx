import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ScoreCard } from './score-card'

afterEach(cleanup)

it('a result that waits for a teacher shows the points of the scored questions, and no counts before verdicts are released', () => {
  render(
    <ScoreCard
      title="随堂测"
      score={null}
      objective={{ score: 48.5, maxScore: 54 }}
      maxScore={60}
      seconds={257}
      counts={null}
    />,
  )
  screen.getByText('已评部分')
  screen.getByText('48.5')
  screen.getByText('/ 54')
  screen.getByText('满分 60 分')
  expect(screen.queryByText('答对')).toBeNull()
  expect(screen.queryByText('--')).toBeNull()
})

it('unanswered questions are counted apart from wrong answers', () => {
  const counts = { right: 1, wrong: 0, unanswered: 12 }
  render(<ScoreCard title="章末测验" score={2} maxScore={30} seconds={9} counts={counts} />)
  expect(screen.getByText('未作答').previousSibling ?? screen.getByText('未作答').nextSibling).toHaveProperty(
    'textContent',
    '12',
  )
  expect(screen.queryByText('已评部分')).toBeNull()
})
