import type * as z from 'zod'

type Issue = Parameters<NonNullable<z.core.$ZodConfig['localeError']>>[0]

/** Returns the message for the user about an invalid value, for schemas that define no message of their own. */
export function explainIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '不能缺少' : '格式不正确'
    case 'too_small':
      return amount(issue.origin, Number(issue.minimum), 'min')
    case 'too_big':
      return amount(issue.origin, Number(issue.maximum), 'max')
    case 'invalid_value':
      return `只能是 ${issue.values.map(String).join('、')}`
    case 'unrecognized_keys':
      return `没有 ${issue.keys.join('、')} 这一项`
    default:
      return '格式不正确'
  }
}

function amount(origin: string, limit: number, end: 'min' | 'max'): string {
  if (origin === 'string') return end === 'max' ? `最多 ${limit} 个字` : limit > 1 ? `至少 ${limit} 个字` : '不能为空'
  if (origin === 'array' || origin === 'set') return end === 'max' ? `最多 ${limit} 项` : `至少 ${limit} 项`
  return end === 'max' ? `不能大于 ${limit}` : `不能小于 ${limit}`
}
