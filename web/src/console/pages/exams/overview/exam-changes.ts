/** GET calls to load again after an action on an exam. */
export const callsAfterExamAction = [
  'GET /staff/v1/exam_info',
  'GET /staff/v1/exam_list',
  'GET /staff/v1/exam_live',
] as const
