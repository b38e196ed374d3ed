import { maskContact } from "./entry.ts";

const emailAddress = /[^\s@"'<>(),;:\\]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/**
 * A number as people write phone numbers: with a country code, an area code that starts with 0, or digits in groups.
 * Days, times, and versions aren't phone numbers.
 */
const phoneNumber =
  /(?<![\w.:/-])(?!\d{4}-\d\d-\d\d)(?:\+|\(|0|\d{2,4}[ ()/.-]+(?=\d))[\d ()/.-]{5,22}\d(?![\w:])/g;

/** Replaces the email addresses and phone numbers in a comment, which is saved on disk without them. */
export function maskPersonalData(comment: string): string {
  return comment.replace(emailAddress, maskContact).replace(phoneNumber, (found) => {
    const digits = found.replace(/\D/g, "");
    const isPhoneNumber =
      digits.length >= 8 && digits.length <= 15 && !/\.\d{1,2}\.|\d{4}-\d\d-\d\d/.test(found);
    return isPhoneNumber ? `…${digits.slice(-2)}` : found;
  });
}
