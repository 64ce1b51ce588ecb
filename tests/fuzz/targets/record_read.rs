//! One record: no bytes panic, a framed text reads back, and a read record that is written
//! again says the same.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use rejoin_store::event::Event;
use rejoin_store::frame::{Framed, HEADER_BYTES, RECORD_BYTES_MAX, read, write_header};
use serde::Serialize;

fuzz_target!(|data: &[u8]| {
    if let Framed::Whole { json, bytes } = read(data) {
        assert_eq!(bytes, HEADER_BYTES + json.len() + 1);
        again(json);
    }
    let json = data.get(..RECORD_BYTES_MAX).unwrap_or(data);
    let mut header = [0; HEADER_BYTES];
    write_header(&mut header, json);
    let framed = [&header[..], json, b"\n"].concat();
    let bytes = framed.len();
    assert_eq!(read(&framed), Framed::Whole { json, bytes });
    again(json);
});

fn again(json: &[u8]) {
    match Event::parse(json) {
        Ok(Event::Publish(publish)) => same("publish", &*publish, json),
        Ok(Event::Launch(launch)) => same("launch", &*launch, json),
        Ok(Event::Refused(refused)) => same("refused", &refused, json),
        Ok(Event::NotStarted(failed)) => same("not_started", &failed, json),
        Ok(Event::Address(address)) => same("address", &*address, json),
        Ok(Event::Carry(carry)) => same("carry", &carry, json),
        Ok(Event::Pin(pin)) => same("pin", &*pin, json),
        Ok(Event::Clear(clear)) => same("clear", &*clear, json),
        Ok(Event::Dismiss(dismiss)) => same("dismiss", &*dismiss, json),
        Ok(Event::Fork(fork)) => same("fork", &*fork, json),
        Ok(Event::Adopt(adopt)) => same("adopt", &*adopt, json),
        Ok(Event::Park(park)) => same("park", &*park, json),
        Ok(Event::Import(import)) => same("import", &*import, json),
        Ok(Event::Witness(witness)) => same("witness", &*witness, json),
        Ok(Event::Unknown { .. }) | Err(_) => {}
    }
}

fn same<T: Serialize>(kind: &str, value: &T, json: &[u8]) {
    let mut value = serde_json::to_value(value).expect("a record can be written");
    value["kind"] = kind.into();
    let written = serde_json::to_vec(&value).expect("as can this");
    assert_eq!(
        Event::parse(&written).ok(),
        Event::parse(json).ok(),
        "{}",
        String::from_utf8_lossy(&written)
    );
}
