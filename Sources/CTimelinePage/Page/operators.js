// The operators and functions of conditions, on values of which undefined is Nothing.

import { ExactNumber, isNumber, parseJSON, compareKeys, equalJSON } from './json.js';

/** The number of characters, elements or members; Nothing for other values. */
export function lengthOf(value) {
  if (typeof value === 'string') return [...value].length;
  return value instanceof Map ? value.size : Array.isArray(value) ? value.length : undefined;
}

const OPERATIONS = { '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b };

/** Whole numbers of 64 bits are exact; others are doubles. Nothing for all else, an overflow and a division by zero. */
export function calculate(operator, one, other) {
  if (!isNumber(one) || !isNumber(other)) return undefined;
  const [a, b] = [wholeOf(one), wholeOf(other)];
  const operate = OPERATIONS[operator];
  if (a !== null && b !== null) {
    if (operator === '/' && b === 0n) return undefined;
    const whole = operator !== '/' || a % b === 0n ? operate(a, b) : null;
    if (whole !== null) return isOf64Bits(whole) ? parseJSON(String(whole)) : undefined;
  }
  const [x, y] = [Number(one), Number(other)];
  const result = Number.isFinite(x) && Number.isFinite(y) ? operate(x, y) : NaN;
  return Number.isFinite(result) ? result : undefined;
}

const isOf64Bits = (whole) => whole >= -(2n ** 63n) && whole < 2n ** 64n;

/** A number as a BigInt; null if it is not whole, or has more than 64 bits. */
function wholeOf(number) {
  if (Number.isSafeInteger(number)) return BigInt(number);
  const { sign, digits, magnitude } = decimalOf(number);
  if (magnitude > 20 || digits.length > magnitude) return null;
  const whole = BigInt(digits.padEnd(magnitude, '0')) * BigInt(sign);
  return isOf64Bits(whole) ? whole : null;
}

/** `sign` × 0.`digits` × 10^`magnitude`, without zeros at the ends of the digits. */
function decimalOf(number) {
  const [, minus, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.*))?$/.exec(String(number));
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  if (all === '') return { sign: 0, digits: '', magnitude: 0 };
  return { sign: minus ? -1 : 1, digits: all.replace(/0+$/, ''), magnitude: Number(exponent) + all.length - fraction.length };
}

/** Compares two numbers by their exact values. */
function compareNumbers(one, other) {
  if (!(one instanceof ExactNumber || other instanceof ExactNumber)) return one - other;
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.magnitude !== b.magnitude) return a.sign * (a.magnitude - b.magnitude);
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign;
}

/** Comparisons by RFC 9535, section 2.3.5.2.2: Nothing equals only Nothing, and only numbers and strings are ordered. */
export const COMPARISONS = {
  '==': isSame,
  '!=': (one, other) => !isSame(one, other),
  '<': isLess,
  '>': (one, other) => isLess(other, one),
  '<=': (one, other) => isLess(one, other) || isSame(one, other),
  '>=': (one, other) => isLess(other, one) || isSame(one, other),
};

function isLess(one, other) {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other) < 0;
  return typeof one === 'string' && typeof other === 'string' && compareKeys(one, other) < 0;
}

function isSame(one, other) { return equalJSON(one, other, (a, b) => compareNumbers(a, b) === 0); }
