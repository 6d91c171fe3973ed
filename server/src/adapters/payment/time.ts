import { exactTimeOf } from '@dxx/contract/rules/time-from'

export const rfc3339 = (seconds: number) => `${exactTimeOf(seconds).replace(' ', 'T')}+08:00`
