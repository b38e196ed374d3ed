import type { ApiCall } from "../api/api-call.ts";
import type { Reply } from "../api/reply.ts";
import { quayPicture } from "../files/quay-picture.ts";
import { wavRecording } from "../files/wav-recording.ts";
import { madeBookings, type Booking, type NewBooking } from "./bookings.ts";
import { failure } from "./failure.ts";
import { berths, freeHours } from "./ports.ts";

const pageSize = 10;

export function bookingOperations(): Readonly<Record<string, (call: ApiCall) => Reply>> {
  const bookings = new Map(madeBookings().map((booking) => [booking.id, booking]));
  let made = 0;
  const withBooking = ({ parameters }: ApiCall, then: (booking: Booking) => Reply): Reply => {
    const booking = bookings.get(String(parameters["bookingId"]));
    return booking ? then(booking) : failure(404, "The booking doesn't exist");
  };
  const keep = (booking: Booking): Booking => {
    bookings.set(booking.id, booking);
    return booking;
  };
  return {
    listBookings: ({ parameters: { state, page } }) => {
      const found = [...bookings.values()]
        .filter((booking) => state === undefined || booking.state === state)
        .sort((a, b) => Date.parse(a.arrival) - Date.parse(b.arrival));
      const start = (Number(page ?? 1) - 1) * pageSize;
      const pages = Math.ceil(found.length / pageSize);
      return { status: 200, json: { bookings: found.slice(start, start + pageSize), pages } };
    },

    requestBerth: ({ body }) => {
      const requested = body as NewBooking;
      const alternatives = alternativesTo(requested);
      if (alternatives)
        return {
          status: 409,
          json: { title: "No berth is long and deep enough at that time", alternatives },
        };
      const id = `bkg_N${String(++made).padStart(5, "0")}`;
      return { status: 201, json: keep({ ...requested, id, state: "requested" }) };
    },

    getBooking: (call) => withBooking(call, (booking) => ({ status: 200, json: booking })),

    replaceBooking: (call) =>
      withBooking(call, ({ id, state }) =>
        state === "departed" || state === "cancelled"
          ? failure(409, "The booking can no longer be changed")
          : { status: 200, json: keep({ ...(call.body as NewBooking), id, state: "requested" }) },
      ),

    cancelBooking: (call) =>
      withBooking(call, (booking) => {
        keep({ ...booking, state: "cancelled" });
        return { status: 204 };
      }),

    confirmBooking: (call) =>
      withBooking(call, (booking) => ({ status: 200, json: keep({ ...booking, state: "confirmed" }) })),

    getQuayPicture: (call) => withBooking(call, () => ({ status: 200, type: "image/jpeg", bytes: quayPicture })),

    getRadioCall: (call) => withBooking(call, () => ({ status: 200, type: "audio/wav", bytes: radioCall })),
  };
}

const radioCall = wavRecording([
  { hertz: 880, seconds: 0.3 },
  { hertz: 440, seconds: 0.5 },
  { hertz: 660, seconds: 0.4 },
]);

/**
 * If none of the port's berths is large enough for the ship, returns all of them with the times at which they're free.
 * Otherwise, returns `undefined`.
 */
function alternativesTo({ port, vessel, arrival, departure }: NewBooking): readonly unknown[] | undefined {
  const all = berths[port] ?? [];
  const fits = all.some(({ depth, quay }) => depth >= vessel.draught + 1 && quay.length >= vessel.length);
  if (fits) return undefined;
  const free = freeHours({ from: arrival, to: departure });
  return all.map((berth) => ({ ...berth, free }));
}
