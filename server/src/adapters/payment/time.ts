import { shanghaiSecond } from '../../base/day'

export const rfc3339 = (seconds: number) => `${shanghaiSecond(seconds).replace(' ', 'T')}+08:00`
