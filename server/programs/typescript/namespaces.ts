namespace Geometry { export const PI = 3.14; export function circle(r: number): number { return PI * r * r } export namespace Solid { export const sphere = (r: number) => (4 / 3) * PI * r ** 3 } const hidden = 1; export interface P { x: number } export class Point implements P { constructor(public x: number) {} } }
console.log(Geometry.circle(2), Geometry.Solid.sphere(1).toFixed(3), new Geometry.Point(5), Object.keys(Geometry))
namespace Geometry { export const extra = '合并' } console.log(Geometry.extra); import G = Geometry.Solid; console.log(typeof G.sphere)
